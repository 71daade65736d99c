"""json.dumps without indentation: the encoder that CPython has in C."""


@operator("_json.make_encoder")
def json_encoder(markers, default, encoder, indent, key_separator, item_separator, sort_keys, skipkeys, allow_nan):
    def number_text(number):
        if number != number:
            text = "NaN"
        elif number == float("inf"):
            text = "Infinity"
        elif number == -float("inf"):
            text = "-Infinity"
        else:
            return float.__repr__(number)
        if not allow_nan:
            raise ValueError("Out of range float values are not JSON compliant: " + repr(number))
        return text

    parts = prim.host("json.encoder._make_iterencode")(
        markers, default, encoder, indent, number_text, key_separator, item_separator, sort_keys, skipkeys, True
    )

    def encode(value, level):
        return tuple(parts(value, level))

    return encode

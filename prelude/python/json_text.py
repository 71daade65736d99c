"""json.dumps: the encoder that CPython has in C, and what makes encoders."""


@operator("_json.make_encoder")
def json_encoder(markers, default, encoder, indent, key_separator, item_separator, sort_keys, skipkeys, allow_nan):
    separators = (key_separator, item_separator)
    parts = _json_parts(markers, default, encoder, indent, separators, sort_keys, skipkeys, allow_nan, True)

    def encode(value, level):
        return tuple(parts(value, level))

    return encode


# The marks of the containers that one is within are of those that the compiler knows: what run time
# makes is no part of its own.
def _json_parts(markers, default, encoder, indent, separators, sort_keys, skipkeys, allow_nan, one_shot):
    def number_text(number):
        if number != number:
            text = "NaN"
        elif number == float("inf"):
            text = "Infinity"
        elif number == -float("inf"):
            text = "-Infinity"
        else:
            return float.__repr__(number if type(number) is float else float(number))
        if not allow_nan:
            raise ValueError("Out of range float values are not JSON compliant: " + repr(number))
        return text

    return prim.host("json.encoder._make_iterencode")(
        markers, default, encoder, indent, number_text, *separators, sort_keys, skipkeys, one_shot, id=prim.number_of_place
    )


@operator("json.encoder.JSONEncoder.iterencode")
def json_iterencode(self, o, _one_shot=False):
    """As the library's, with its own marks"""
    library = prim.host("json.encoder")
    markers = {} if self.check_circular else None
    encoder = library.encode_basestring_ascii if self.ensure_ascii else library.encode_basestring
    indent, separators = self.indent, (self.key_separator, self.item_separator)
    if indent is not None and not isinstance(indent, str):
        indent = " " * indent
    if _one_shot and indent is None:
        make = library.c_make_encoder
        return make(markers, self.default, encoder, indent, *separators, self.sort_keys, self.skipkeys, self.allow_nan)(o, 0)
    return _json_parts(markers, self.default, encoder, indent, separators, self.sort_keys, self.skipkeys, self.allow_nan, _one_shot)(
        o, 0
    )

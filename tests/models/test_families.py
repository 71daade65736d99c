"""Families of transformers' models, unmodified, from small random configurations."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from test_others import SIZES, SMALL, compare, leaves

import lith

TEXT = {**SMALL, "intermediate_size": 64}
DECODER = {**TEXT, "num_key_value_heads": 2, "use_cache": False}
PAIR = {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4, "use_cache": False}
IMAGES = {**TEXT, "image_size": 32, "patch_size": 8}


@pytest.fixture(autouse=True)
def no_gradients():
    with torch.no_grad():
        torch.manual_seed(0)
        yield


def tokens(batch: int, length: int) -> torch.Tensor:
    return torch.randint(3, 100, (batch, length))


def padding(batch: int, length: int) -> torch.Tensor:
    """Each sequence one shorter than the one before."""
    lengths = torch.arange(length, length - batch, -1).clamp(min=1)
    return (torch.arange(length) < lengths[:, None]).long()


def text(batch: int, length: int) -> dict[str, Any]:
    return {"input_ids": tokens(batch, length), "attention_mask": padding(batch, length)}


def pair(batch: int, length: int) -> dict[str, Any]:
    return {**text(batch, length), "decoder_input_ids": tokens(batch, (length + 1) // 2)}


MODELS: dict[str, tuple[str, dict[str, Any], Any]] = {
    "all_outputs": (
        "BertForQuestionAnswering",
        {**TEXT, "attn_implementation": "eager"},
        lambda b, n: {**text(b, n), "output_hidden_states": True, "output_attentions": True},
    ),
    "dtype_of_parameters": ("MPNetModel", TEXT, text),
    "scripted_functions": ("DebertaModel", TEXT, text),
    "sliding_window": ("MistralForCausalLM", {**DECODER, "sliding_window": 4}, lambda b, n: {"input_ids": tokens(b, n)}),
    "grouped_queries": ("Qwen2ForCausalLM", DECODER, text),
    "pair": ("T5ForConditionalGeneration", {**PAIR}, pair),
}  # fmt: skip


@pytest.mark.parametrize("name", MODELS)
def test_text(name: str, tmp_path) -> None:
    import transformers

    kind, options, arguments = MODELS[name]
    cls = getattr(transformers, kind)
    options = dict(options)
    attention = options.pop("attn_implementation", None)
    config = cls.config_class(vocab_size=100, **options)
    if attention:
        config._attn_implementation = attention
    compare(cls(config), [arguments(*size) for size in SIZES], tmp_path / "text.lith")


def test_positions_interpolated(tmp_path) -> None:
    from transformers import ViTConfig, ViTModel

    model = ViTModel(ViTConfig(**IMAGES))
    calls = [
        {"pixel_values": torch.randn(n, 3, side, side), "interpolate_pos_encoding": True}
        for n, side in ((2, 32), (1, 48), (2, 40))
    ]
    compare(model, calls, tmp_path / "vit.lith")


def test_cache_of_the_first_step(tmp_path) -> None:
    """A plain greedy loop: the cache is None before it, made in the first trip and grows."""
    from transformers import LlamaConfig, LlamaForCausalLM

    model = LlamaForCausalLM(LlamaConfig(vocab_size=100, **{**DECODER, "use_cache": True})).eval()

    def greedy(ids, steps):
        past, current = None, ids
        for _ in range(steps):
            out = model(input_ids=current, past_key_values=past, use_cache=True)
            past = out.past_key_values
            current = out.logits[:, -1].argmax(-1, keepdim=True)
            ids = torch.cat([ids, current], 1)
            if (current == 7).all():
                break
        return ids

    program = lith.to_static(greedy)
    calls = [(tokens(2, 6), 3), (tokens(1, 1), 5), (tokens(3, 4), 1), (tokens(1, 3), 0)]
    for call in calls:
        assert torch.equal(program(*call), greedy(*call))
    assert len(program.get_debug_state().programs) == 1
    program.save(str(tmp_path / "greedy.lith"))
    assert torch.equal(lith.load(str(tmp_path / "greedy.lith"))(*calls[0]), greedy(*calls[0]))


def test_table_that_grows(tmp_path) -> None:
    from transformers import XGLMConfig, XGLMForCausalLM

    sizes = {"d_model": 32, "ffn_dim": 64, "num_layers": 2, "attention_heads": 4}
    model = XGLMForCausalLM(
        XGLMConfig(vocab_size=100, max_position_embeddings=4, use_cache=False, **sizes)
    )
    compare(model, [text(*size) for size in SIZES], tmp_path / "xglm.lith")


@pytest.mark.parametrize("name", ["Llama", "Mixtral"])
def test_recorded_outputs(name: str, tmp_path) -> None:
    """Layers record what they give through wrappers that the call puts in place of `forward`."""
    import transformers

    cls = getattr(transformers, name + "ForCausalLM")
    config = cls.config_class(vocab_size=100, num_local_experts=4, **DECODER)
    config._attn_implementation = "eager"
    model = cls(config).eval()
    program = lith.to_static(model)
    calls = [
        {**text(*size), "output_hidden_states": True, "output_attentions": True} for size in SIZES
    ]
    for call in calls:
        got, want = program(**call), model(**call)
        assert len(got.hidden_states) == len(want.hidden_states) == 3
        for g, w in zip(leaves(got), leaves(want)):
            torch.testing.assert_close(g, w, rtol=1e-5, atol=1e-5)
    program.save(str(tmp_path / "recorded.lith"))
    loaded = lith.load(str(tmp_path / "recorded.lith"))
    for g, w in zip(leaves(loaded(**calls[-1])), leaves(model(**calls[-1]))):
        torch.testing.assert_close(g, w, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    "options",
    [
        {"min_new_tokens": 2, "repetition_penalty": 1.3},
        {"do_sample": True, "top_k": 5},
        {"do_sample": True, "top_k": 0, "top_p": 0.8},
        {"num_beams": 3},
    ],
    ids=str,
)
def test_generate(options: dict[str, Any]) -> None:
    """`generate` of the library as it is."""
    from transformers import GPT2Config, GPT2LMHeadModel

    sizes = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64}
    model = GPT2LMHeadModel(GPT2Config(vocab_size=100, **sizes)).eval()
    model.generation_config.pad_token_id = 0

    def generate(ids, mask):
        return model.generate(ids, attention_mask=mask, max_new_tokens=4, **options)

    program = lith.to_static(generate)
    calls = [(tokens(2, 5), padding(2, 5).flip(1)), (tokens(1, 3), padding(1, 3))]
    for call in calls:
        torch.manual_seed(1)
        got = program(*call)
        torch.manual_seed(1)
        assert torch.equal(got, generate(*call))

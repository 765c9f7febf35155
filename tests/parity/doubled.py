"""transformers in float64, also where it asks for float32 whatever the model is in: norms, angles, waves."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import torch


@contextmanager
def doubled() -> Iterator[None]:
    """Give float64 to whoever asks for float32."""
    names = {"float32": torch.float64, "float": torch.float64, "FloatTensor": torch.DoubleTensor}
    single = torch.get_default_dtype()
    with patch.multiple(torch, **names), patch.object(torch.Tensor, "float", torch.Tensor.double):
        torch.set_default_dtype(torch.float64)
        try:
            yield
        finally:
            torch.set_default_dtype(single)

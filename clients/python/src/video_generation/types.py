"""Types of requests and responses, as the contract has them."""
from ._generated.types import *

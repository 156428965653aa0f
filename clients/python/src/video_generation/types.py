"""Types of requests and answers, as the contract has them."""
from ._generated.types import *

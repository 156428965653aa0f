"""Types of requests and answers, as the contract has them."""
from .generated.types import *

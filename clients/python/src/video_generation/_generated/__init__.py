"""What the contract yields. Generated from the contract. Do not edit: run npm run generate."""

"""What is generated. Do not edit: run npm run generate."""

package videogeneration

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Ptr gives an optional field its value.
func Ptr[T any](value T) *T { return &value }

// readAs takes a value that fits, and the zero value in place of any other.
func readAs[T any](raw json.RawMessage) T {
	var value, zero T
	if json.Unmarshal(raw, &value) != nil {
		return zero
	}
	return value
}

// readList reads every item, because a missing one would shift the others.
func readList[T any](raw json.RawMessage) []T {
	var values []T
	for _, item := range readAs[[]json.RawMessage](raw) {
		values = append(values, readAs[T](item))
	}
	return values
}

// readOneOf takes a value of one of the types of JSON that are named.
func readOneOf[T any](raw json.RawMessage, types ...string) T {
	for _, name := range types {
		if isOfType(raw, name) {
			return readAs[T](raw)
		}
	}
	return readAs[T](nil)
}

// A contract may have no field of several types.
var _ = readOneOf[any]

// What a value begins with.
var firstBytes = map[string]string{
	"string": `"`, "array": "[", "object": "{", "boolean": "tf", "number": "-0123456789",
}

func isOfType(raw json.RawMessage, name string) bool {
	return len(raw) > 0 && strings.IndexByte(firstBytes[name], raw[0]) >= 0
}

func listedText(name, value string, listed ...string) ([]byte, error) {
	for _, each := range listed {
		if value == each {
			return []byte(value), nil
		}
	}
	return nil, fmt.Errorf("%s is %q, and must be one of %q", name, value, listed)
}

//lint:ignore U1000 A contract without a choice of types generates no call.
func chosenValue(name string, value any) ([]byte, error) {
	if value == nil {
		return nil, fmt.Errorf("%s has no value: use one of its constructors", name)
	}
	return json.Marshal(value)
}

// Package videogeneration is the client of the Video Generation Service.
//
// The service documents neither its status codes, nor its errors, nor when a job is done. This
// client is built for that: it never sends a create request twice on its own, it never waits
// without a limit, and it never takes an answer for more than it says.
package videogeneration

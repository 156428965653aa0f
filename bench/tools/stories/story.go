// Creates an HP job and reads it back with the generated package beside this file.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"story/client"
)

func main() {
	log.SetFlags(0)
	token := func() string { return os.Getenv("TOKEN") }
	api := client.New(client.Config{ServerURL: os.Getenv("ORIGIN"), Auth: client.Auth{Bearer: token}})
	var body client.HpJobInput
	if err := json.Unmarshal([]byte(os.Getenv("BODY")), &body); err != nil {
		log.Fatal(err)
	}
	created, err := api.CreateHpJob(context.Background(), body)
	if err != nil {
		log.Fatal(err)
	}
	// Compiles only where the type of a success names the job.
	var id string = created.JobId
	read, err := api.GetHpJob(context.Background(), id)
	if err != nil {
		log.Fatal(err)
	}
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"created": created, "read": read})
}

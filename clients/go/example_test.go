package videogeneration_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	videogeneration "video-generation.example/videogeneration"
)

func Example() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"job_id":"job-1","status":"done"}`)
	}))
	defer service.Close()
	client, err := videogeneration.New(videogeneration.Options{BaseURL: service.URL, Token: "your-token"})
	if err != nil {
		panic(err)
	}
	job, err := client.WaitForHpJob(context.Background(), "job-1", videogeneration.WaitOptions{})
	fmt.Println(job.Status, err)
	// Output: done <nil>
}

func ExampleRequestError() {
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer busy.Close()
	client, err := videogeneration.New(videogeneration.Options{BaseURL: busy.URL, Token: videogeneration.Token("your-token")})
	if err != nil {
		panic(err)
	}
	_, err = client.CreateLipsyncVideo(context.Background(), videogeneration.LipsyncVideoInput{
		Model: videogeneration.LipsyncModelV2,
		Actor: videogeneration.NewAvatarActor("ada", videogeneration.AvatarActorAvatarTypePublic),
	})
	var failed *videogeneration.APIError
	if errors.As(err, &failed) {
		fmt.Println(failed.Status, failed.Sent, failed.Attempts)
	}
	// Output: 503 yes 1
}

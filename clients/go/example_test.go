package videogeneration_test

import (
	"context"
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

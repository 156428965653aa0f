package main

import (
	"context"
	"fmt"
	"log"

	videogeneration "video-generation.example/videogeneration"
)

func main() {
	ctx := context.Background()
	client, err := videogeneration.New(videogeneration.Options{
		BaseURL: "{{address}}",
		Token:   "{{token}}",
	})
	if err != nil {
		log.Fatal(err)
	}
	created, err := client.CreateHpJob(ctx, videogeneration.HpJobInput{
		ProjectName:         "Welcome videos",
		BaseVideoURL:        "https://example.com/base-video",
		DataXlsxURL:         "https://example.com/data.xlsx",
		DataSliceStartIndex: 1,
		DataSliceEndIndex:   3,
		VariableCount:       1,
		Music:               true,
		Variables: []videogeneration.HpSegment{{
			StartTime: videogeneration.SegmentTimeString("1"), EndTime: videogeneration.SegmentTimeString("3"),
			VariablePreText: videogeneration.Ptr("Hello"),
		}},
	})
	if err != nil {
		log.Fatal(err)
	}
	job, err := client.WaitForHpJob(ctx, created.JobID, videogeneration.WaitOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(job.Status, string(job.Raw))
}

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
		BaseURL: "{{address}}", Token: "{{token}}",
	})
	if err != nil {
		log.Fatal(err)
	}
	created, err := client.CreateHpJob(ctx, videogeneration.HpJobInput{
		ProjectName:         "Welcome videos",
		BaseVideoURL:        "https://example.com/base-video",
		DataXlsxURL:         "http://127.0.0.1:8000/customers.xlsx",
		DataSliceStartIndex: 1,
		DataSliceEndIndex:   2,
		VariableCount:       1,
		Music:               false,
		Variables: []videogeneration.HpSegment{{
			StartTime: videogeneration.SegmentTimeString("1"), EndTime: videogeneration.SegmentTimeString("3"),
			VariablePreText: videogeneration.Ptr("Hello"),
		}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Keep this ID:", created.JobID)

	job, err := client.WaitForHpJob(ctx, created.JobID, videogeneration.WaitOptions{})
	if err != nil {
		log.Fatal(err)
	}
	videos, err := client.SaveVideos(ctx, job, "videos", videogeneration.DownloadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, video := range videos {
		fmt.Println(video.Path)
	}
}

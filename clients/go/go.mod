module video-generation.example/videogeneration

go 1.19

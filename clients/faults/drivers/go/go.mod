module driver

go 1.19

require video-generation.example/videogeneration v0.0.0

replace video-generation.example/videogeneration => ../../../go

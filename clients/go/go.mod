module video-generation.example/clients/go

go 1.19

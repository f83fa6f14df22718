module example.com/deaddrain

go 1.26

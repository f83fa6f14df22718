module unclosedbody.test

go 1.26

package split

import "time"

const limit = time.Minute

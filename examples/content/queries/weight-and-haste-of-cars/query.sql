select name, origin, weight_lbs, seconds_to_60, horsepower
from cars
where horsepower is not null

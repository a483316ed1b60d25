select name, origin as "origin::multi-filter", year, cylinders, horsepower, weight_lbs, seconds_to_60, miles_per_gallon
from cars
order by miles_per_gallon desc nulls last

select name, origin, horsepower, miles_per_gallon
from cars
where horsepower is not null and miles_per_gallon is not null

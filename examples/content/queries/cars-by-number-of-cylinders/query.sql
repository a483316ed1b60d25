select origin, cylinders || ' cylinders' as engine, miles_per_gallon
from cars
where miles_per_gallon is not null and cylinders in (4, 6, 8)
order by cylinders

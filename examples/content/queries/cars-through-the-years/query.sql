select year, origin, round(avg(miles_per_gallon), 1) as miles_per_gallon
from cars
where miles_per_gallon is not null
group by year, origin
order by year

select date, wind, weather
from weather
where location = 'Seattle'
order by wind desc
limit 20

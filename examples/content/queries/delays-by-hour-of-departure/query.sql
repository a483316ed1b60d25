select
  extract(hour from departure) as hour_of_day,
  count(*) as flights,
  round(avg(delay_minutes), 1) as average_delay
from flights
group by hour_of_day
order by hour_of_day

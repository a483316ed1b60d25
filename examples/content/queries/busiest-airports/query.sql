select
  a.iata,
  a.name as airport,
  a.city,
  a.state,
  count(*) as departures,
  round(avg(f.delay_minutes), 1) as average_delay
from flights f
join airports a on a.iata = f.origin
group by a.iata, a.name, a.city, a.state
order by departures desc
limit 20

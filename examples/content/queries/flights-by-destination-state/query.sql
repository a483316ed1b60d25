select d.state, count(*) as flights
from flights f
join airports a on a.iata = f.origin
join airports d on d.iata = f.destination
where a.city in ({{ cities }})
  and f.departure >= '{{ period.start }}'::date
  and f.departure < '{{ period.end }}'::date + 1
group by d.state
order by flights desc

select
  a.city,
  round(avg(f.delay_minutes), 1) as average_delay
from flights f
join airports a on a.iata = f.origin
where a.city in ({{ cities }})
  and f.departure >= '{{ period.start }}'::date
  and f.departure < '{{ period.end }}'::date + 1
group by a.city
order by average_delay desc

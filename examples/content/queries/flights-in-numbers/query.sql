select
  count(*) as flights,
  round(avg(f.delay_minutes), 1) as average_delay,
  round(100 * avg((f.delay_minutes <= 15)::integer), 1) as on_time,
  -- all airports, the whole half year
  (select round(100 * avg((delay_minutes <= 15)::integer), 1) from flights) as on_time_everywhere
from flights f
join airports a on a.iata = f.origin
where a.city in ({{ cities }})
  and f.departure >= '{{ period.start }}'::date
  and f.departure < '{{ period.end }}'::date + 1

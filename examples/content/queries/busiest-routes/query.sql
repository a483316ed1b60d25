select
  a.city as from_city,
  d.city as to_city,
  any_value(f.distance_miles) as miles,
  count(*) as flights,
  round(avg(f.delay_minutes), 1) as average_delay,
  round(100 * avg((f.delay_minutes <= 15)::integer), 1) as on_time
from flights f
join airports a on a.iata = f.origin
join airports d on d.iata = f.destination
where a.city in ({{ cities }})
  and f.departure >= '{{ period.start }}'::date
  and f.departure < '{{ period.end }}'::date + 1
group by a.city, d.city
order by flights desc
limit 100

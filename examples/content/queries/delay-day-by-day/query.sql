select
  f.departure::date as day,
  round(avg(f.delay_minutes), 1) as each_day,
  round(
    sum(sum(f.delay_minutes)) over (order by f.departure::date rows 6 preceding)
    / sum(count(*)) over (order by f.departure::date rows 6 preceding), 1) as seven_days
from flights f
join airports a on a.iata = f.origin
where a.city in ({{ cities }})
  and f.departure >= '{{ period.start }}'::date
  and f.departure < '{{ period.end }}'::date + 1
group by day
order by day

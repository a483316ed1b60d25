select
  case
    when f.delay_minutes <= 0 then 'Early or punctual'
    when f.delay_minutes <= 15 then 'Up to 15 minutes'
    when f.delay_minutes <= 60 then 'Up to an hour'
    else 'Longer'
  end as delay,
  count(*) as flights
from flights f
join airports a on a.iata = f.origin
where a.city in ({{ cities }})
  and f.departure >= '{{ period.start }}'::date
  and f.departure < '{{ period.end }}'::date + 1
group by delay
order by min(f.delay_minutes)

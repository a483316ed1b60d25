select
  lpad(extract(hour from f.departure)::varchar, 2, '0') || 'h' as hour_of_day,
  left(dayname(f.departure), 3) as weekday,
  round(avg(f.delay_minutes), 1) as average_delay
from flights f
join airports a on a.iata = f.origin
where a.city in ({{ cities }})
  and f.departure >= '{{ period.start }}'::date
  and f.departure < '{{ period.end }}'::date + 1
  and extract(hour from f.departure) between 6 and 22
group by hour_of_day, weekday, isodow(f.departure)
order by isodow(f.departure), hour_of_day

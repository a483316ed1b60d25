with debuts as (
  select director, min(year(release_date)) as debut
  from movies
  where director is not null and release_date < '2011-01-01'
  group by director
), classes as (
  select debut, count(*) as directors from debuts group by debut
)
select
  make_date(d.debut, 1, 1) as date,
  year(m.release_date) - d.debut as stage,
  any_value(c.directors) as total,
  count(distinct m.director) as value
from debuts d
join movies m using (director)
join classes c using (debut)
where d.debut between 1996 and 2003
  and m.release_date < '2011-01-01'
  and stage between 1 and 7
group by d.debut, stage
order by date, stage

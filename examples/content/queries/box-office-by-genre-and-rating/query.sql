-- in millions of dollars
select
  genre as stage1,
  mpaa_rating as stage2,
  round(sum(worldwide_gross) / 1e6) as value
from movies
where genre is not null and mpaa_rating in ('G', 'PG', 'PG-13', 'R')
group by all
having value > 200
order by value desc

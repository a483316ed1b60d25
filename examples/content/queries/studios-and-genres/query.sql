select
  distributor as stage1,
  genre as stage2,
  mpaa_rating as stage3,
  count(*) as value
from movies
where distributor in ('Warner Bros.', 'Sony Pictures', 'Paramount Pictures', 'Universal', 'Walt Disney Pictures')
  and genre in ('Action', 'Adventure', 'Comedy', 'Drama', 'Horror', 'Thriller/Suspense')
  and mpaa_rating in ('G', 'PG', 'PG-13', 'R')
group by all
order by value desc

-- the 300 movies with most votes; money in millions of dollars
select title, genre, imdb_votes,
  production_budget / 1e6 as budget,
  worldwide_gross / 1e6 as box_office
from movies
where genre in ('Action', 'Adventure', 'Comedy', 'Drama', 'Thriller/Suspense')
  and production_budget > 0 and worldwide_gross > 0
order by imdb_votes desc
limit 300

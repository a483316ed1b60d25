select
  genre,
  (year(release_date) // 10 * 10)::varchar || 's' as decade,
  imdb_rating
from movies
where release_date between '1970-01-01' and '2010-12-31'
  and imdb_rating is not null
  and genre in ('Action', 'Adventure', 'Comedy', 'Drama', 'Horror', 'Musical', 'Thriller/Suspense', 'Western')
limit 5000

select title, release_date, genre, director, imdb_rating, imdb_votes, production_budget, worldwide_gross
from movies
where imdb_votes > 50000
order by imdb_rating desc, imdb_votes desc

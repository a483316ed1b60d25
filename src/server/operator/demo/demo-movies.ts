import type { DemoQuery } from './demo-query.ts'
import { chart, type DemoVisualization } from './demo-query.ts'

/** The best rated movies. */
export const movieDetails: DemoVisualization = {
  type: 'DETAILS',
  name: 'One by one',
  options: {
    columns: [
      { name: 'title', title: 'Title', order: 0 },
      { name: 'director', title: 'Director', order: 1 },
      {
        name: 'release_date',
        title: 'Released',
        displayAs: 'datetime',
        dateTimeFormat: 'MMM D, YYYY',
        order: 2,
      },
      { name: 'genre', title: 'Genre', order: 3 },
      { name: 'imdb_rating', title: 'Rating', displayAs: 'number', numberFormat: '0.0', order: 4 },
      { name: 'imdb_votes', title: 'Votes', displayAs: 'number', numberFormat: '0,0', order: 5 },
      { name: 'production_budget', title: 'Budget', displayAs: 'number', numberFormat: '$0,0', order: 6 },
      { name: 'worldwide_gross', title: 'Box office', displayAs: 'number', numberFormat: '$0,0', order: 7 },
    ],
  },
}

export const movieQueries: readonly DemoQuery[] = [
  {
    name: 'Budgets and box office',
    description: '',
    tags: ['movies'],
    text: `-- the 300 movies with most votes; money in millions of dollars
select title, genre, imdb_votes,
  production_budget / 1e6 as budget,
  worldwide_gross / 1e6 as box_office
from movies
where genre in ('Action', 'Adventure', 'Comedy', 'Drama', 'Thriller/Suspense')
  and production_budget > 0 and worldwide_gross > 0
order by imdb_votes desc
limit 300`,
    visualizations: [
      chart(
        'What a budget brings in',
        'bubble',
        { budget: 'x', box_office: 'y', genre: 'series', imdb_votes: 'size' },
        {
          sizemode: 'area',
          coefficient: 0.0008,
          xAxis: {
            type: 'linear',
            title: { text: 'Budget ($ million)' },
            rangeMin: 0,
            labels: { enabled: true },
          },
          yAxis: [
            { type: 'linear', title: { text: 'Box office ($ million)' }, rangeMin: 0 },
            { type: 'linear', opposite: true },
          ],
          legend: { enabled: true, placement: 'below' },
          numberFormat: '0,0.0',
        },
      ),
    ],
  },
  {
    name: 'Studios and genres',
    description: '',
    tags: ['movies'],
    text: `select
  distributor as stage1,
  genre as stage2,
  mpaa_rating as stage3,
  count(*) as value
from movies
where distributor in ('Warner Bros.', 'Sony Pictures', 'Paramount Pictures', 'Universal', 'Walt Disney Pictures')
  and genre in ('Action', 'Adventure', 'Comedy', 'Drama', 'Horror', 'Thriller/Suspense')
  and mpaa_rating in ('G', 'PG', 'PG-13', 'R')
group by all
order by value desc`,
    visualizations: [{ type: 'SANKEY', name: 'Who makes what for whom', options: {} }],
  },
  {
    name: 'Box office by genre and rating',
    description: '',
    tags: ['movies'],
    text: `-- in millions of dollars
select
  genre as stage1,
  mpaa_rating as stage2,
  round(sum(worldwide_gross) / 1e6) as value
from movies
where genre is not null and mpaa_rating in ('G', 'PG', 'PG-13', 'R')
group by all
having value > 200
order by value desc`,
    visualizations: [{ type: 'SUNBURST_SEQUENCE', name: 'Where the money comes from', options: {} }],
  },
  {
    name: 'Ratings by genre and decade',
    description: '',
    tags: ['movies'],
    text: `select
  genre,
  (year(release_date) // 10 * 10)::varchar || 's' as decade,
  imdb_rating
from movies
where release_date between '1970-01-01' and '2010-12-31'
  and imdb_rating is not null
  and genre in ('Action', 'Adventure', 'Comedy', 'Drama', 'Horror', 'Musical', 'Thriller/Suspense', 'Western')
limit 5000`,
    visualizations: [
      {
        type: 'PIVOT',
        name: 'They got worse',
        options: {
          rows: ['genre'],
          cols: ['decade'],
          vals: ['imdb_rating'],
          aggregatorName: 'Average',
          rendererName: 'Table Heatmap',
          controls: { enabled: true },
        },
      },
    ],
  },
  {
    name: 'Words of movie titles',
    description: '',
    tags: ['movies'],
    text: `with words as (
  select unnest(regexp_split_to_array(lower(title), '[^a-z'']+')) as word
  from movies
)
select word, count(*) as movies
from words
where length(word) > 3 and word not in ('with', 'from', 'that', 'what', 'when', 'this', 'your', 'part')
group by word
order by movies desc
limit 90`,
    visualizations: [
      {
        type: 'WORD_CLOUD',
        name: 'Say it in a title',
        options: { column: 'word', frequenciesColumn: 'movies' },
      },
    ],
  },
  {
    name: 'Careers of directors',
    description: '',
    tags: ['movies'],
    text: `with debuts as (
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
order by date, stage`,
    visualizations: [
      {
        type: 'COHORT',
        name: 'Who came back after a first movie',
        options: {
          timeInterval: 'yearly',
          mode: 'simple',
          stageColumn: 'stage',
          timeColumnTitle: 'First movie',
          peopleColumnTitle: 'Directors',
          stageColumnTitle: 'Year {{ @ }}',
          percentFormat: '0%',
        },
      },
    ],
  },
]

with words as (
  select unnest(regexp_split_to_array(lower(title), '[^a-z'']+')) as word
  from movies
)
select word, count(*) as movies
from words
where length(word) > 3 and word not in ('with', 'from', 'that', 'what', 'when', 'this', 'your', 'part')
group by word
order by movies desc
limit 90

select weather, count(*) as days
from weather
where location = 'Seattle'
group by weather
order by days desc

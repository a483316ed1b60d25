select country, fertility, life_expectancy, population
from gapminder
where year = 2005
order by fertility

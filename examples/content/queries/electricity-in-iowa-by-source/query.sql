select year, source, net_generation
from electricity
order by year

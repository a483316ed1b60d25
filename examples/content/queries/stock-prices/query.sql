select date, symbol, price
from stocks
order by date

/** Functions of DuckDB beyond those that every dialect has. */
export const functions = `
date_trunc(unit, time) Start of the unit ('month', 'week', 'hour') that holds the time
date_part(unit, time) One part of a time as a number
date_diff(unit, start, end) Boundaries of the unit between two times
datediff(unit, start, end) Boundaries of the unit between two times
date_sub(unit, start, end) Whole units between two times
date_add(time, interval) A time so much later
extract(unit from time) One part of a time as a number
time_bucket(width, time, origin) Start of the interval of any length that holds the time
age(later, earlier) Interval between two times
now() Time at which the query began
today() Today
current_date Today
current_timestamp Time at which the query began
year(time) Year as a number
quarter(time) Quarter, 1 to 4
month(time) Month, 1 to 12
week(time) Week of the year
day(time) Day of the month
hour(time) Hour
minute(time) Minute
second(time) Second
dayofweek(time) 0 for Sunday to 6 for Saturday
isodow(time) 1 for Monday to 7 for Sunday
dayofyear(time) Day of the year
dayname(time) Name of the weekday
monthname(time) Name of the month
last_day(time) Last day of the month
strftime(time, format) A time written by a pattern such as '%Y-%m-%d'
strptime(text, format) Time read by a pattern
try_strptime(text, format) Time read by a pattern; null if it does not fit
make_date(year, month, day) Date from its parts
make_timestamp(year, month, day, hour, minute, second) Time from its parts
epoch(time) Seconds since 1970
epoch_ms(ms) Time from milliseconds since 1970, and back
to_timestamp(seconds) Time from seconds since 1970
to_days(n) Interval of so many days
count_if(condition) Number of rows for which it is true
any_value(value) The first value that is not null
first(value) The value of the first row
last(value) The value of the last row
arg_max(value, by) The value of the row in which the other is largest
arg_min(value, by) The value of the row in which the other is smallest
max_by(value, by) The value of the row in which the other is largest
min_by(value, by) The value of the row in which the other is smallest
median(number) The value in the middle
quantile_cont(number, share) Percentile, between two rows if need be
quantile_disc(value, share) Percentile that is one of the values
approx_count_distinct(value) Number of different values, about
approx_quantile(number, share) Percentile, about
mode(value) Most frequent value
stddev(number) Standard deviation of the sample
stddev_pop(number) Standard deviation of the population
variance(number) Variance of the sample
corr(y, x) Correlation of two columns
regr_slope(y, x) Slope of the line that fits best
histogram(value) How often each value occurs, as a map
string_agg(text, separator) The texts of all rows, joined
list(value) The values of all rows as a list
array_agg(value) The values of all rows as a list
bool_and(condition) True if it is for all rows
bool_or(condition) True if it is for one row at least
product(number) Product of the numbers
grouping(column, …) Which of the columns are summed up in this row
length(text) Number of characters, or of elements
substring(text, start, count) Part of a text
left(text, count) First characters
right(text, count) Last characters
position(part in text) Where a part begins, from 1; 0 if nowhere
instr(text, part) Where a part begins, from 1; 0 if nowhere
contains(text, part) Whether a text or list holds it
starts_with(text, start) Whether a text begins with another
ends_with(text, end) Whether a text ends with another
split_part(text, separator, n) The n-th part of a text
string_split(text, separator) The parts of a text as a list
concat(value, …) Values joined to one text; nulls are left out
concat_ws(separator, value, …) Values joined with a separator; nulls are left out
format(pattern, value, …) A pattern with {} filled in
printf(pattern, value, …) A pattern such as '%.2f' filled in
lpad(text, length, fill) Filled at its start to this length
rpad(text, length, fill) Filled at its end to this length
repeat(text, count) The text so many times
reverse(text) Read backwards
regexp_matches(text, pattern) Whether a pattern matches a part
regexp_full_match(text, pattern) Whether a pattern matches all of it
regexp_extract(text, pattern, group) The part that matches
regexp_extract_all(text, pattern) All parts that match, as a list
regexp_replace(text, pattern, new, options) What matches replaced; option 'g' for all
levenshtein(text, other) How many letters must change
jaro_winkler_similarity(text, other) How alike two texts are, from 0 to 1
md5(text) MD5 as 32 hexadecimal digits
sha256(text) SHA-256 as hexadecimal digits
hash(value) A hash as a number
greatest(value, …) The largest of the values
least(value, …) The smallest of the values
ifnull(value, else) The second value where the first is null
if(condition, value, else) One of two values
mod(number, divisor) What a division leaves
power(number, exponent) Number to a power
ln(number) Natural logarithm
log10(number) Logarithm of base 10
log2(number) Logarithm of base 2
trunc(number) Cut to a whole number
sign(number) -1, 0 or 1
random() Random number from 0 up to 1
pi() 3.14159…
uuid() A new random UUID
list_value(value, …) List from values
list_contains(list, value) Whether a list holds it
list_aggregate(list, name) An aggregate over the elements of a list
list_transform(list, x -> …) Each element changed
list_filter(list, x -> …) The elements for which it is true
list_sort(list) Elements in order
list_distinct(list) Elements without repetition
array_to_string(list, separator) The elements joined to one text
unnest(list) One row for each element
generate_series(start, stop, step) Rows or a list, stop included
range(start, stop, step) Rows or a list, stop left out
struct_pack(name := value, …) Struct from named values
map(keys, values) Map from two lists
map_keys(map) The keys of a map
json_extract(json, path) What stands at a path
json_extract_string(json, path) What stands at a path, as text
json_array_length(json) Number of elements
json_keys(json) The keys of an object
json_object(key, value, …) JSON object from pairs
to_json(value) Value as JSON
from_json(json, structure) JSON as nested values
read_csv(path, …) Rows of CSV files
read_csv_auto(path) Rows of CSV files, read by guess
read_parquet(path) Rows of Parquet files
read_json(path) Rows of JSON files
typeof(value) Type of a value
version() Version of DuckDB
`

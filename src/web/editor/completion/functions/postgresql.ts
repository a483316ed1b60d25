/** Functions of PostgreSQL beyond those that every dialect has. */
export const functions = `
date_trunc(unit, time) Start of the unit ('month', 'week', 'hour') that holds the time
date_part(unit, time) One part of a time as a number
date_bin(stride, time, origin) Start of the interval of any length that holds the time
extract(unit from time) One part of a time as a number
age(later, earlier) Interval between two times in years, months and days
now() Time at which the transaction began
clock_timestamp() The time at this moment
current_date Today
current_timestamp Time at which the transaction began
to_char(value, format) A time or number written by a pattern such as 'YYYY-MM-DD'
to_date(text, format) Date read by a pattern
to_timestamp(text, format) Time read by a pattern; with a number, from seconds since 1970
to_number(text, format) Number read by a pattern
make_date(year, month, day) Date from its parts
make_timestamp(year, month, day, hour, minute, second) Time from its parts
make_interval(years, months, weeks, days, hours, mins, secs) Interval from its parts
justify_days(interval) Interval with 30 days counted as a month
justify_hours(interval) Interval with 24 hours counted as a day
generate_series(start, stop, step) Rows from start to stop, numbers or times
unnest(array) One row for each element
string_agg(text, separator) The texts of all rows, joined
array_agg(value) The values of all rows as an array
json_agg(value) The values of all rows as a JSON array
jsonb_agg(value) The values of all rows as a JSON array
json_object_agg(key, value) The pairs of all rows as a JSON object
jsonb_object_agg(key, value) The pairs of all rows as a JSON object
bool_and(condition) True if it is for all rows
bool_or(condition) True if it is for one row at least
every(condition) True if it is for all rows
stddev(number) Standard deviation of the sample
stddev_pop(number) Standard deviation of the population
variance(number) Variance of the sample
var_pop(number) Variance of the population
corr(y, x) Correlation of two columns
covar_pop(y, x) Covariance of the population
regr_slope(y, x) Slope of the line that fits best
regr_intercept(y, x) Where the line that fits best crosses the axis
regr_r2(y, x) How well that line fits, from 0 to 1
percentile_cont(share) Percentile, between two rows if need be: … within group (order by x)
percentile_disc(share) Percentile that is one of the values: … within group (order by x)
mode() Most frequent value: … within group (order by x)
bit_and(number) Bits that all rows have
bit_or(number) Bits that some row has
grouping(column, …) Which of the columns are summed up in this row of a grouping set
length(text) Number of characters
char_length(text) Number of characters
octet_length(text) Number of bytes
substring(text from start for count) Part of a text, or what matches a pattern
substr(text, start, count) Part of a text
left(text, count) First characters
right(text, count) Last characters
position(part in text) Where a part begins, from 1; 0 if nowhere
strpos(text, part) Where a part begins, from 1; 0 if nowhere
split_part(text, separator, n) The n-th part of a text
concat(value, …) Values joined to one text; nulls are left out
concat_ws(separator, value, …) Values joined with a separator; nulls are left out
format(pattern, value, …) A pattern with %s, %I and %L filled in
initcap(text) Each word with a capital letter
lpad(text, length, fill) Filled at its start to this length
rpad(text, length, fill) Filled at its end to this length
btrim(text, characters) Without these characters at both ends
repeat(text, count) The text so many times
reverse(text) Read backwards
translate(text, from, to) Single characters replaced by others
starts_with(text, start) Whether a text begins with another
regexp_replace(text, pattern, new, flags) What matches replaced; flag 'g' for all
regexp_match(text, pattern) The groups of the first match as an array
regexp_matches(text, pattern, flags) A row for each match
regexp_substr(text, pattern) The part that matches
regexp_count(text, pattern) How often a pattern matches
regexp_like(text, pattern) Whether a pattern matches
regexp_split_to_array(text, pattern) The parts between matches as an array
regexp_split_to_table(text, pattern) The parts between matches as rows
string_to_array(text, separator) The parts of a text as an array
array_to_string(array, separator) The elements joined to one text
array_length(array, dimension) Number of elements
cardinality(array) Number of elements in all dimensions
array_append(array, value) With one more element at the end
array_remove(array, value) Without these elements
array_position(array, value) Where an element is, from 1
md5(text) MD5 as 32 hexadecimal digits
encode(bytes, format) Bytes as 'base64', 'hex' or 'escape'
decode(text, format) Bytes from such a text
chr(code) The character of a code
ascii(text) Code of the first character
quote_ident(name) A name quoted if need be
quote_literal(value) A value as a literal
greatest(value, …) The largest of the values
least(value, …) The smallest of the values
mod(number, divisor) What a division leaves
power(number, exponent) Number to a power
ln(number) Natural logarithm
log(base, number) Logarithm, base 10 if only one number is given
trunc(number, digits) Cut to this many digits after the point
div(number, divisor) Whole part of a division
sign(number) -1, 0 or 1
pi() 3.14159…
random() Random number from 0 up to 1
width_bucket(value, low, high, count) Which of so many equal ranges a value falls into
gen_random_uuid() A new random UUID
json_build_object(key, value, …) JSON object from pairs
jsonb_build_object(key, value, …) JSON object from pairs
json_build_array(value, …) JSON array from values
jsonb_build_array(value, …) JSON array from values
to_json(value) Value as JSON
to_jsonb(value) Value as JSON
row_to_json(row) A row as a JSON object
jsonb_set(target, path, value) JSON with the value at a path replaced
jsonb_path_query(target, path) What a JSON path finds, as rows
jsonb_path_exists(target, path) Whether a JSON path finds something
jsonb_each(object) A row for each key and value
jsonb_each_text(object) A row for each key and value, as text
json_each(object) A row for each key and value
jsonb_array_elements(array) A row for each element
jsonb_array_elements_text(array) A row for each element, as text
json_array_elements(array) A row for each element
jsonb_array_length(array) Number of elements
jsonb_object_keys(object) A row for each key
jsonb_typeof(value) Type of a JSON value
jsonb_pretty(value) JSON with lines and indentation
to_tsvector(text) Text prepared for full-text search
to_tsquery(query) Query for full-text search
websearch_to_tsquery(query) Query written as for a web search
ts_rank(vector, query) How well a text fits
similarity(text, other) How alike two texts are (pg_trgm)
pg_size_pretty(bytes) Bytes in readable units
pg_total_relation_size(table) Bytes of a table with its indexes
current_user Name of the user of this session
version() Version of the server
`

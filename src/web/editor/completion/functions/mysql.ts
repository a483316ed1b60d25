/** Functions of MySQL and MariaDB beyond those that every dialect has. */
export const functions = `
date_format(time, format) A time written by a pattern such as '%Y-%m-%d'
str_to_date(text, format) Time read by a pattern
date(time) The day of a time
time(value) The time of day
year(time) Year as a number
quarter(time) Quarter, 1 to 4
month(time) Month, 1 to 12
monthname(time) Name of the month
week(time, mode) Week of the year
weekday(time) 0 for Monday to 6 for Sunday
yearweek(time, mode) Year and week as one number
day(time) Day of the month
dayname(time) Name of the weekday
dayofweek(time) 1 for Sunday to 7 for Saturday
dayofyear(time) Day of the year
hour(time) Hour
minute(time) Minute
second(time) Second
extract(unit from time) One part of a time as a number
date_add(time, interval n unit) A time so much later
date_sub(time, interval n unit) A time so much earlier
adddate(time, days) So many days later
datediff(later, earlier) Days between two dates
timestampdiff(unit, earlier, later) Whole units between two times
timestampadd(unit, n, time) A time so many units later
timediff(later, earlier) Time between two times
last_day(time) Last day of the month
makedate(year, day) Date from a year and its day
now() Date and time at which the statement began
curdate() Today
curtime() Time of day
sysdate() Date and time at this moment
utc_timestamp() Date and time in UTC
current_timestamp Date and time at which the statement began
current_date Today
unix_timestamp(time) Seconds since 1970
from_unixtime(seconds, format) Time from seconds since 1970
convert_tz(time, from, to) A time in another time zone
to_days(date) Days since the year 0
sec_to_time(seconds) Time of day from seconds
time_to_sec(time) Seconds from a time of day
group_concat(value order by value separator ', ') The values of all rows, joined
json_arrayagg(value) The values of all rows as a JSON array
json_objectagg(key, value) The pairs of all rows as a JSON object
any_value(value) The value of some row
bit_and(number) Bits that all rows have
bit_or(number) Bits that some row has
stddev(number) Standard deviation of the population
stddev_samp(number) Standard deviation of the sample
variance(number) Variance of the population
var_samp(number) Variance of the sample
if(condition, value, else) One of two values
ifnull(value, else) The second value where the first is null
isnull(value) 1 for null, else 0
greatest(value, …) The largest of the values
least(value, …) The smallest of the values
concat(text, …) Texts joined; null if one is null
concat_ws(separator, text, …) Texts joined with a separator; nulls are left out
length(text) Number of bytes
char_length(text) Number of characters
substring(text, start, count) Part of a text
substr(text, start, count) Part of a text
substring_index(text, separator, count) What stands before so many separators; negative: from the end
left(text, count) First characters
right(text, count) Last characters
mid(text, start, count) Part of a text
locate(part, text, start) Where a part begins, from 1; 0 if nowhere
instr(text, part) Where a part begins, from 1; 0 if nowhere
find_in_set(text, list) Place of a text in a list with commas
field(value, first, …) Place of a value among others; to order by
elt(n, first, …) The n-th of the texts
lpad(text, length, fill) Filled at its start to this length
rpad(text, length, fill) Filled at its end to this length
repeat(text, count) The text so many times
reverse(text) Read backwards
insert(text, start, count, new) Part of a text replaced
strcmp(text, other) -1, 0 or 1 by their order
format(number, digits) A number with separators
ascii(text) Code of the first character
char(code, …) Characters of codes
hex(value) Hexadecimal digits
unhex(text) Bytes of hexadecimal digits
md5(text) MD5 as 32 hexadecimal digits
sha2(text, bits) SHA-2 as hexadecimal digits
to_base64(text) Base64 of a text
from_base64(text) Bytes from Base64
uuid() A new UUID
regexp_like(text, pattern) Whether a pattern matches
regexp_replace(text, pattern, new) What matches replaced
regexp_substr(text, pattern) The part that matches
regexp_instr(text, pattern) Where a pattern matches
mod(number, divisor) What a division leaves
pow(number, exponent) Number to a power
power(number, exponent) Number to a power
ln(number) Natural logarithm
log(number) Natural logarithm; with two numbers, the first is the base
log10(number) Logarithm of base 10
log2(number) Logarithm of base 2
truncate(number, digits) Cut to this many digits after the point
ceiling(number) Smallest whole number that is not smaller
sign(number) -1, 0 or 1
rand(seed) Random number from 0 up to 1
pi() 3.14159…
conv(number, from, to) Number in another base
crc32(text) Checksum
json_extract(json, path, …) What stands at a path
json_unquote(json) A JSON text without its quotes
json_value(json, path) A single value at a path
json_object(key, value, …) JSON object from pairs
json_array(value, …) JSON array from values
json_contains(json, value, path) Whether a value is in it
json_length(json, path) Number of elements
json_keys(json, path) The keys of an object
json_set(json, path, value) JSON with a value set
json_remove(json, path) JSON without what stands at a path
json_search(json, 'one', text) Path at which a text stands
json_table(json, path columns (…)) JSON as rows
json_valid(text) Whether a text is JSON
json_pretty(json) JSON with lines and indentation
inet_aton(address) IPv4 address as a number
inet_ntoa(number) IPv4 address from a number
database() Name of the current database
version() Version of the server
last_insert_id() Key that the last insert made
`

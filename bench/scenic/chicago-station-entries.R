# Writes real attendance for `npm run bench -- --scenic --counts chicago.csv`: people who entered 21 stations of the
# Chicago "L" on each day of 2014 to 2016, with the weather, from the data set `Chicago` of the R package modeldata (MIT;
# City of Chicago Data Portal). On Debian:
#   apt-get install r-cran-modeldata
#   Rscript bench/scenic/chicago-station-entries.R chicago.csv
output <- commandArgs(trailingOnly = TRUE)[1]
chicago <- modeldata::Chicago

# federal holidays, on which offices are closed
nth <- function(year, month, weekday, n) {
  days <- seq(as.Date(sprintf("%d-%02d-01", year, month)), by = "day", length.out = 31)
  days <- days[as.integer(format(days, "%m")) == month & as.integer(format(days, "%w")) == weekday]
  if (n > 0) days[n] else days[length(days)]
}
holidays <- do.call(c, lapply(2001:2016, function(year) c(
  as.Date(sprintf("%d-%s", year, c("01-01", "07-04", "12-24", "12-25"))),
  nth(year, 1, 1, 3), nth(year, 2, 1, 3), nth(year, 5, 1, -1), nth(year, 9, 1, 1), nth(year, 11, 4, 4), nth(year, 11, 4, 4) + 1
)))

weather <- with(chicago, ifelse(
  weather_snow > 0.4 | temp < 15, "severe",
  ifelse(weather_rain > 0.15, "rain", ifelse(weather_cloud > 0.9, "cloudy", "clear"))
))
weather <- setNames(weather, as.character(chicago$date))

# the columns of the 20 other stations are those of 14 days earlier, in thousands
others <- names(chicago)[2:21]
places <- c(
  list(data.frame(place = "Clark/Lake", at = chicago$date, visitors = chicago$ridership)),
  lapply(others, function(name) data.frame(place = name, at = chicago$date - 14, visitors = chicago[[name]]))
)
rows <- do.call(rbind, places)
rows <- rows[rows$at >= as.Date("2014-01-01"), ]
rows$visitors <- round(rows$visitors * 1000)
rows$weather <- weather[as.character(rows$at)]
rows$holiday <- as.integer(rows$at %in% holidays)
write.csv(rows, output, row.names = FALSE, quote = FALSE, na = "")

"""Writes workbooks with openpyxl and XlsxWriter into the folder that is named."""

import datetime
import sys

import openpyxl
import xlsxwriter

folder = sys.argv[1]
day = datetime.datetime(2026, 5, 17, 18, 0)

book = openpyxl.Workbook()
lists = book.active
lists.title = "Lists"
lists.sheet_state = "hidden"
lists["A2"] = "Germany"
people = book.create_sheet("People")
people["A1"] = "Value"
for row, (value, code) in enumerate(
    [
        ("Zoë", "General"),
        (day, "yyyy-mm-dd h:mm:ss"),
        (day.date(), "mm-dd-yy"),
        (day, "d/ mmmm yyyy"),
        (1234.5, "#,##0.00_-"),
        (1234.5, '_-"$"* #,##0.00_ ;_-"$"* \\-#,##0.00\\ ;_-"$"* "-"??_ ;_-@_ '),
        (171234567, "0000000000"),
        (True, "General"),
        ("=1/0", "General"),
    ],
    start=2,
):
    people.cell(row, 1, value).number_format = code
book.save(f"{folder}/openpyxl.xlsx")

for name, options in {
    "xlsxwriter": {},
    "xlsxwriter-lines": {"constant_memory": True, "default_date_format": "dd.mm.yyyy"},
    "xlsxwriter-1904": {"date_1904": True, "default_date_format": "yyyy-mm-dd hh:mm"},
}.items():
    book = xlsxwriter.Workbook(f"{folder}/{name}.xlsx", options)
    if name == "xlsxwriter":
        book.use_zip64()
        book.add_chartsheet()
    sheet = book.add_worksheet("People")
    sheet.write(0, 0, "Value")
    if name != "xlsxwriter":
        sheet.write(1, 0, "Zoë")
        sheet.write_datetime(2, 0, day)
        sheet.write_boolean(3, 0, False)
    else:
        for row, (value, code) in enumerate(
            [
                (1234.5, 44),
                (-1234.5, 40),
                (46159.75, 22),
                (46159, 14),
                (0.0525, 10),
                (46159, "[$-407]dddd, d. mmmm yyyy"),
                (46159, '[$-411]ggge"年"m"月"d"日"'),
            ],
            start=1,
        ):
            sheet.write_number(row, 0, value, book.add_format({"num_format": code}))
        sheet.write_rich_string(8, 0, "Zo", book.add_format({"bold": True}), "ë")
        sheet.write_formula(9, 0, '="Ada"&"!"', None, "Ada!")
    book.close()

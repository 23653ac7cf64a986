"""The style sheet of the printed exam, its key, and its large-print version."""

STYLE = """
@page { margin: 14mm 16mm; }
.exam { columns: 2; column-gap: 9mm; font-size: 10pt; line-height: 1.3; }
.exam article { margin-bottom: 0.9em; } .exam pre { font-size: 8.4pt; line-height: 1.3; }
.exam p { margin: 0.4em 0; } .exam p:first-of-type code { white-space: nowrap; }
.exam ul { margin: 0; padding-left: 1.2em; font-size: 0.93em; }
.exam h3 span { font-size: 0.8em; } .exam svg { width: 100%; height: auto; }
.exam table { border-collapse: collapse; margin: 0.4em 0; width: 100%; font-size: 0.93em; }
.exam th, .exam td, .points th, .points td { border: 1px solid #555; padding: 1px 5px;
  text-align: center; }
.exam .choices { list-style: upper-alpha; margin: 0.3em 0; padding-left: 1.6em; }
.name .short { flex: 0.5; }
.points { border-collapse: collapse; table-layout: fixed; width: 100%;
  font-size: 8.5pt; margin-bottom: 4mm; }
.points th, .points td { padding: 1px 2px; } .points th { width: 14mm; }
.points tr:last-child { height: 7mm; }
"""
# Loose pages keep the paper's letter and the student's name. The first page has room for both.
HEADER = """
@page {{
  @top-left {{ content: "{title}"; font: 9pt serif; }}
  @top-right {{ content: "{name}"; font: 9pt serif; }}
}}
@page :first {{ @top-left {{ content: none; }} @top-right {{ content: none; }} }}
"""
NAME_LINE = "Name " + 30 * "_"
KEY = """
.exam { font-size: 9.5pt; line-height: 1.25; } .exam article { margin-bottom: 0.8em; }
.exam pre { font-size: 8pt; line-height: 1.25; padding: 3px 6px; margin: 3px 0; }
.exam p { margin: 0.3em 0; } .exam svg { width: 70%; }
"""
# Large print: 18 points, one column, and nothing smaller. The points are next to each task.
LARGE = """
@page { @top-left { font-size: 18pt; } @top-right { font-size: 18pt; }
  @bottom-center { font-size: 18pt; } }
footer { font-size: 18pt; }
body { font-size: 18pt; } h1 { font-size: 24pt; } .exam { columns: 1; }
.exam h3, .exam h3 span, .exam table, .exam ul { font-size: 18pt; }
.exam pre, pre, code, .exam pre code { font-size: 18pt; }
.name { display: grid; grid-template-columns: max-content 1fr; gap: 4mm 6mm; }
.points { width: auto; table-layout: auto; } .points td { display: none; }
.points th { font-size: 18pt; width: 40mm; } .points tr:last-child { height: 14mm; }
"""
